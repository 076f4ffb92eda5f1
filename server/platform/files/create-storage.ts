import path from 'node:path'
import type { Config } from '../../config.ts'
import { localStorage } from './local-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export const createStorage = ({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Storage =>
  storageUrl ? s3Storage(storageUrl, path.join(dataDir, 'spool')) : localStorage(path.join(dataDir, 'files'))

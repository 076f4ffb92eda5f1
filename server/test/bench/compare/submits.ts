import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { drawingUrl, header, pngChunk, pngOf } from '../../support/pngs.ts'
import type { Group } from './group.ts'
import { compareLoads } from './in-turns.ts'
import { atLeast } from './line.ts'
import type { Load } from './load.ts'
import type { Stage } from './stage.ts'

/** Noise, which does not compress: 8 KB. */
const signature = (): string => {
  const [width, height] = [64, 32]
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), randomBytes(width * 4)])),
  )
  return drawingUrl(pngOf(header(width, height), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND')))
}

/** A full application with two signatures of 8 KB. */
export const submitBody = JSON.stringify({
  ...fullApplication({ signer1Signature: signature(), signer2Signature: signature() }),
  generatedLinkSlug: 'demo',
})

export const submitLoad = (url: string, connections: number): Load => ({
  url,
  connections,
  body: submitBody,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
})

export const submitLoads = ({ bare, intake }: Pick<Stage, 'bare' | 'intake'>, connections: number) => ({
  bare: submitLoad(`${bare.url}/submit`, connections),
  intake: submitLoad(`${intake.url}/api/form/submit`, connections),
})

export const SUBMITS: Group[] = [
  {
    name: 'submit',
    measure: async (stage) => [
      ...(await compareLoads(stage, {
        ...submitLoads(stage, 1),
        work: 'submit, 1 connection',
        required: atLeast(0.5),
      })),
      ...(await compareLoads(stage, {
        ...submitLoads(stage, 16),
        work: 'submit, 16 connections',
        required: atLeast(0.6),
      })),
    ],
  },
]

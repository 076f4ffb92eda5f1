import { randomBytes } from 'node:crypto'
import { fullApplication } from '#domain/catalogue/application.fixture'
import type { Group } from './group.ts'
import { compareLoads } from './in-turns.ts'
import { atLeast } from './line.ts'
import type { Load } from './load.ts'
import type { Stage } from './stage.ts'

/** What a PNG begins and ends with; between them noise, which does not compress. */
const BEGIN = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const END = Buffer.from('0000000049454e44ae426082', 'hex')

const signature = (): string => {
  const png = Buffer.concat([BEGIN, randomBytes(8 * 1024 - BEGIN.length - END.length), END])
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A full application with two signatures of 8 KB. */
export const submitBody = JSON.stringify({
  ...fullApplication({ signer1Signature: signature(), signer2Signature: signature() }),
  generatedLinkSlug: 'demo',
})

export const submitLoad = (url: string, connections: number): Load => ({
  ...{ url, connections, body: submitBody, method: 'POST' },
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

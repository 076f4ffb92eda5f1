import type { FileContext, Files, PartEffect, WaitEffect } from './files.ts'
import type { UploadItem } from './upload-item.ts'

export type FileTurn = { files: Files; effects: (PartEffect | WaitEffect)[]; context: FileContext }

export const fileTimer = (key: string): string => `file:${key}`

export const set = (turn: FileTurn, change: Partial<Files>): void => {
  turn.files = { ...turn.files, ...change }
}

export const find = (turn: FileTurn, key: string): UploadItem | undefined =>
  turn.files.items.find((item) => item.key === key)

export const change = (turn: FileTurn, key: string, changes: Partial<UploadItem>): void =>
  set(turn, { items: turn.files.items.map((item) => (item.key === key ? { ...item, ...changes } : item)) })

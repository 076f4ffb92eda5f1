import { useRef, useState } from 'react'
import { documentMessages } from '#domain/messages/document'
import { ApiError } from '../../providers/api-error.ts'
import { uploadFile } from '../../providers/upload.ts'

type Upload = { key: number; name: string; percent: number; failure: string | null }

/** Sends files one after another; those that failed stay listed until the next files are chosen. */
export function useUploads(url: string, onAdded: () => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const last = useRef(0)
  const line = useRef(Promise.resolve())
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))

  const send = async (key: number, file: File) => {
    try {
      await uploadFile(url, file, (percent) => change(key, { percent }))
      setUploads((all) => all.filter((each) => each.key !== key))
      onAdded()
    } catch (error) {
      change(key, { failure: error instanceof ApiError ? error.message : documentMessages.panel.failed })
    }
  }
  const add = (files: File[]) => {
    const chosen = files.map((file) => ({ file, key: (last.current += 1) }))
    const added = chosen.map(({ file, key }) => ({ key, name: file.name, percent: 0, failure: null }))
    setUploads((all) => [...all.filter(({ failure }) => failure === null), ...added])
    for (const { file, key } of chosen) line.current = line.current.then(() => send(key, file))
  }
  return { uploads, add }
}

import { useEffect } from 'react'

let title = document.title
let news = 0

const show = (): void => {
  document.title = news > 0 ? `(${news}) ${title}` : title
}

export const useTitle = (shown: string): void => {
  useEffect(() => {
    title = shown
    show()
  }, [shown])
}

/** How much is new, before the title of whatever page is open. */
export const useTitleCount = (count: number): void => {
  useEffect(() => {
    news = count
    show()
  }, [count])
}

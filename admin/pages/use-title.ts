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

/** Puts the number of new submissions before the title of each page. */
export const useTitleCount = (count: number): void => {
  useEffect(() => {
    news = count
    show()
  }, [count])
}

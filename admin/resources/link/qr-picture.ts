/** Pixels: sharp on paper at 8 cm. */
const PNG_SIDE = 1024

export const toSvg = (svg: SVGSVGElement): Blob =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' })

/** Drawn anew, so that no module is blurred; null if the browser can't. */
export async function toPng(svg: SVGSVGElement): Promise<Blob | null> {
  const address = URL.createObjectURL(toSvg(svg))
  try {
    const image = new Image(PNG_SIDE, PNG_SIDE)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = PNG_SIDE
    canvas.getContext('2d')?.drawImage(image, 0, 0, PNG_SIDE, PNG_SIDE)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

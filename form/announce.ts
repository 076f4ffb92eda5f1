let region: HTMLElement | undefined

/** Says aloud what is wrong with a field that has just been left, or nothing more. The focus stays where it is. */
export function announce(label: string, problem: string | undefined): void {
  region ??= liveRegion()
  region.textContent = !problem || problem.startsWith(label) ? (problem ?? '') : `${label}: ${problem}`
}

/** One for the page: of a region per field, a refused submit would read out all. */
function liveRegion(): HTMLElement {
  const element = document.createElement('p')
  element.className = 'only-heard'
  element.role = 'status'
  document.body.append(element)
  return element
}

let region: HTMLElement | undefined

export function announce(label: string, problem: string | undefined): void {
  region ??= liveRegion()
  region.textContent = !problem || problem.startsWith(label) ? (problem ?? '') : `${label}: ${problem}`
}

/** One live region for the page; one per field would make a failed submit read them all. */
function liveRegion(): HTMLElement {
  const element = document.createElement('p')
  element.className = 'only-heard'
  element.role = 'status'
  document.body.append(element)
  return element
}

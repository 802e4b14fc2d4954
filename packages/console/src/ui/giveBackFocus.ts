const focusMain = () => document.getElementById("main")?.focus({ preventScroll: true })

/**
 * Gives the focus back to what had it before a dialog. Where that is gone, or goes with the next reading, as the row of a request that was
 * reconciled, the content gets it: the keyboard would begin at the top of the page again.
 */
export const giveBackFocus = (before: Element | null): void => {
  if (!(before instanceof HTMLElement) || !before.isConnected) {
    focusMain()
    return
  }
  before.focus()
  const observer = new MutationObserver(() => {
    if (before.isConnected) return
    observer.disconnect()
    if (document.activeElement === document.body) focusMain()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener("focusin", () => observer.disconnect(), { once: true })
}

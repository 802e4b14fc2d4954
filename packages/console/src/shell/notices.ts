import { type Store, store } from "../store.js"

/** A message about the latest change, which screen readers announce; null if there is none. */
export const notice: Store<{ readonly text: string } | null> = store<{ readonly text: string } | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a message for 8 seconds. */
export const say = (text: string): void => {
  clearTimeout(timer)
  notice.set({ text })
  timer = setTimeout(() => notice.set(null), 8000)
}

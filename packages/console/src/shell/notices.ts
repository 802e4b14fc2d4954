import { type Store, store } from "../store.js"

/** What was just done, for everybody to see and to hear; null if nothing. */
export const notice: Store<{ readonly text: string } | null> = store<{ readonly text: string } | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Says what was done. It disappears by itself. */
export const say = (text: string): void => {
  clearTimeout(timer)
  notice.set({ text })
  timer = setTimeout(() => notice.set(null), 8000)
}

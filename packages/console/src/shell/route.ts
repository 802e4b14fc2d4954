import { type Store, store } from "../store.js"

/** The address within the page: the parts of the path after `#/`, and the query after them. */
export interface Route {
  readonly path: ReadonlyArray<string>
  readonly query: URLSearchParams
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const parse = (hash: string): Route => {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2)
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

/** The query of a link. Undefined and empty values are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** The address of a place on the page. */
export const href = (path: ReadonlyArray<string>, query: Query = {}): string => {
  const stated = Object.entries(query).flatMap(
    ([name, value]): ReadonlyArray<[string, string]> =>
      value === undefined || value === "" ? [] : [[name, String(value)]]
  )
  const text = new URLSearchParams(stated).toString()
  return `#/${path.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`
}

export const route: Store<Route> = store(parse(location.hash))

let holds = 0

const follow = (): void => {
  if (holds === 0) route.set(parse(location.hash))
}

/** Holds the screen while it shows what is not shown again: "back" changes the address alone. Returns what goes on. */
export const holdPlace = (): (() => void) => {
  // Leaving the page asks first.
  const asks = (event: Event) => event.preventDefault()
  holds++
  addEventListener("beforeunload", asks)
  return () => {
    holds--
    removeEventListener("beforeunload", asks)
    // What holds it may stand on the screen that leaves then.
    queueMicrotask(follow)
  }
}

/** Makes the page show what its address names, now and when that changes. */
export const followAddress = (): (() => void) => {
  addEventListener("hashchange", follow)
  return () => removeEventListener("hashchange", follow)
}

/** Shows the first screen, without an entry in the history. */
export const leavePlace = (): void => {
  history.replaceState(null, "", href([]))
  follow()
}

export const go = (path: ReadonlyArray<string>, query?: Query): void => {
  location.hash = href(path, query)
  // The event comes later.
  follow()
}

/** Changes the query of this place, and goes back to the first page of a list unless the change states one. The history gets no entry. */
export const setQuery = (change: Query): void => {
  const { path, query } = route.get()
  const next = { ...Object.fromEntries(query), offset: undefined, ...change }
  history.replaceState(null, "", href(path, next))
  follow()
}

import { useEffect, useState } from "preact/hooks"

/** A value that components follow. */
export interface Store<A> {
  readonly get: () => A
  readonly set: (value: A) => void
  readonly subscribe: (changed: () => void) => () => void
}

export const store = <A>(initial: A): Store<A> => {
  let value = initial
  const followers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const follower of [...followers]) follower()
    },
    subscribe: (changed) => {
      followers.add(changed)
      return () => followers.delete(changed)
    }
  }
}

/** The value of a store, in a component. */
export const useStore = <A>(followed: Store<A>): A => {
  const [value, setValue] = useState(() => followed.get())
  useEffect(() => {
    const changed = () => setValue(() => followed.get())
    // It may have changed between the first rendering and this.
    changed()
    return followed.subscribe(changed)
  }, [followed])
  return value
}

import { useEffect, useId, useState } from "preact/hooks"
import { failed } from "../reading/connection.js"
import { useSession } from "../session/useSession.js"
import { setQuery } from "../shell/route.js"
import { useStore } from "../store.js"
import { useFilter } from "./Filter.js"

/** Most names that are offered while typing. */
const MOST = 8

interface Found {
  readonly hash: string
  readonly name: string
}

interface Offer {
  readonly hash: string
  readonly text: string
}

/** Keys as they are offered: those of the same name with the beginnings of their hashes. */
const offersOf = (found: ReadonlyArray<Found>): ReadonlyArray<Offer> =>
  found.map(({ hash, name }) => ({
    hash,
    text: found.filter((other) => other.name === name).length === 1 ? name : `${name} (${hash.slice(0, 12)})`
  }))

const only = <A,>(values: ReadonlyArray<A>): A | undefined => (values.length === 1 ? values[0] : undefined)

/** A key to filter by, found by its name. The address has its hash. */
export const KeyFilter = ({ label = "Key", name = "key" }: { readonly name?: string; readonly label?: string }) => {
  const { account, names } = useSession()
  useStore(names.version)
  const hash = useFilter(name)
  const known = hash === "" ? "" : (names.key(hash) ?? hash.slice(0, 12))
  const [typed, setTyped] = useState<string | null>(null)
  const [found, setFound] = useState<ReadonlyArray<Found>>([])
  const id = useId()
  const text = typed ?? ""
  useEffect(() => {
    if (text.trim() === "") return setFound([])
    const controller = new AbortController()
    const timer = setTimeout(() => {
      account.keys.list({ q: text.trim(), limit: MOST }, { signal: controller.signal }).then(
        ({ data }) => {
          names.learn(data)
          setFound(data)
        },
        (failure: unknown) => {
          if (!controller.signal.aborted) failed(failure)
        }
      )
    }, 250)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, account, names])
  const offers = offersOf(found)
  const take = (one: Offer | undefined) => {
    if (one === undefined) return
    setQuery({ [name]: one.hash })
    setTyped(null)
  }
  const type = (value: string) => {
    setTyped(value)
    if (value === "") setQuery({ [name]: undefined })
    take(offers.find(({ text }) => text === value))
  }
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        list={`${id}-names`}
        value={typed ?? known}
        placeholder="Type a name"
        autoComplete="off"
        onInput={({ currentTarget }) => type(currentTarget.value)}
        // The last letter may have been typed before the names came.
        onChange={() => typed !== null && take(offers.find(({ text }) => text === typed) ?? only(offers))}
        onBlur={() => setTyped((now) => (now === "" ? null : now))}
      />
      <datalist id={`${id}-names`}>
        {offers.map(({ hash, text }) => (
          <option key={hash} value={text} />
        ))}
      </datalist>
    </div>
  )
}

import { useEffect, useId, useState } from "preact/hooks"
import { failed } from "../reading/connection.js"
import { useSession } from "../session/useSession.js"
import { setQuery } from "../shell/route.js"
import { useStore } from "../store.js"
import { useFilter } from "./Filter.js"

/** Most names that are offered while typing. */
const MOST = 8

/** A key to filter by, found by its name. The address has its hash. */
export const KeyFilter = ({ label = "Key", name = "key" }: { readonly name?: string; readonly label?: string }) => {
  const { account, names } = useSession()
  useStore(names.version)
  const hash = useFilter(name)
  const known = hash === "" ? "" : (names.key(hash) ?? hash.slice(0, 12))
  const [typed, setTyped] = useState<string | null>(null)
  const [found, setFound] = useState<ReadonlyArray<{ readonly hash: string; readonly name: string }>>([])
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
  const choose = (value: string) => {
    setTyped(value)
    const one = found.find(({ name }) => name === value)
    if (value === "" || one !== undefined) setQuery({ [name]: one?.hash })
    if (one !== undefined) setTyped(null)
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
        onInput={({ currentTarget }) => choose(currentTarget.value)}
        onBlur={() => setTyped((now) => (now === "" ? null : now))}
      />
      <datalist id={`${id}-names`}>
        {found.map(({ hash, name }) => (
          <option key={hash} value={name} />
        ))}
      </datalist>
    </div>
  )
}

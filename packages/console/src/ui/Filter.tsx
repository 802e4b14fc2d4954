import { useEffect, useId, useRef, useState } from "preact/hooks"
import { route, setQuery } from "../shell/route.js"
import { useStore } from "../store.js"

/** The value of a filter in the address; empty if it has none. */
export const useFilter = (name: string): string => useStore(route).query.get(name) ?? ""

/** The first record of the list, from the address. */
export const useOffset = (): number => {
  const offset = Number(useFilter("offset"))
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}

/** A text to filter by. The address follows a moment after the last letter. */
export const TextFilter = (props: { readonly name: string; readonly label: string; readonly placeholder?: string }) => {
  const { label, name, placeholder } = props
  const value = useFilter(name)
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const sent = useRef(value)
  // A link may change the address. A change by this field itself does not overwrite what is being typed.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const take = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = text.trim()
      setQuery({ [name]: text.trim() })
    }, 250)
  }
  const id = useId()
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={placeholder}
        autoComplete="off"
        spellcheck={false}
        onInput={(event) => take(event.currentTarget.value)}
      />
    </div>
  )
}

/** A choice to filter by. */
export const ChoiceFilter = (props: {
  readonly name: string
  readonly label: string
  readonly all: string
  readonly choices: ReadonlyArray<readonly [value: string, text: string]>
}) => {
  const { all, choices, label, name } = props
  const value = useFilter(name)
  const id = useId()
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        <option value="">{all}</option>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A day to filter by, in the reader's zone. */
export const DayFilter = ({ label, name }: { readonly name: string; readonly label: string }) => {
  const value = useFilter(name)
  const id = useId()
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      />
    </div>
  )
}

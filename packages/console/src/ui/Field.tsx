import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

/** Attributes for the input of a field. */
export interface FieldInput {
  readonly id: string
  readonly "aria-describedby": string | undefined
  readonly "aria-invalid": boolean
}

/** An input with its label, a hint, and its problem. */
export const Field = (props: {
  readonly label: string
  readonly hint?: string
  readonly problem?: string | null
  readonly children: (input: FieldInput) => ComponentChildren
}) => {
  const { children, hint, label, problem = null } = props
  const id = useId()
  const described = [hint === undefined ? "" : `${id}-hint`, problem === null ? "" : `${id}-problem`].filter(Boolean)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": problem !== null
      })}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem === null ? null : (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

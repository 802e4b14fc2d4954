import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

/** A part of a screen below its own heading. */
export const Section = (props: {
  readonly title: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) => {
  const id = useId()
  return (
    <section class="section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.actions === undefined ? null : <div class="actions">{props.actions}</div>}
      </header>
      {props.children}
    </section>
  )
}

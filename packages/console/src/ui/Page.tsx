import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"

/** A screen: its heading, which gets the focus when the reader comes here, what it can do, and its content. */
export const Page = (props: {
  readonly title: string
  /** The part of the page before this one. */
  readonly above?: { readonly text: string; readonly href: string }
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) => {
  const { above, actions, children, title } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    document.title = `${title} · Tollgate`
  }, [title])
  return (
    <>
      <header class="title">
        <div>
          {above === undefined ? null : (
            <a class="above" href={above.href}>
              ← {above.text}
            </a>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

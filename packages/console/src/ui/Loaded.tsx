import type { ComponentChildren } from "preact"
import type { Reading } from "../reading/useRead.js"
import { Failed } from "./Failed.js"

/** The value of a reading, its progress or its failure. A value stays when a later reading fails. */
export const Loaded = <A,>(props: {
  readonly reading: Reading<A>
  /** Name of the value, as in "Reading the keys …". */
  readonly what: string
  readonly children: (value: A) => ComponentChildren
}) => {
  const { children, reading, what } = props
  const { again, failure, value } = reading
  if (value === undefined) {
    return failure === null ? (
      <p class="quiet loading" role="status">
        Reading {what} …
      </p>
    ) : (
      <Failed what={`Reading ${what} failed.`} failure={failure} again={again} />
    )
  }
  return (
    <>
      {failure === null ? null : (
        <Failed
          what={`Reading ${what} again failed. The page shows what it read last.`}
          failure={failure}
          again={again}
        />
      )}
      {children(value)}
    </>
  )
}

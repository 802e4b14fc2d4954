import type { ComponentType } from "preact"
import type { KeyKind } from "../session/Session.js"

/** A screen of the console. */
export interface Screen {
  /** The first part of its address. */
  readonly at: string
  readonly title: string
  readonly component: ComponentType
  /** The screen of one record, whose address has a second part. */
  readonly one?: ComponentType<{ readonly id: string }>
  readonly kinds: ReadonlyArray<KeyKind>
}

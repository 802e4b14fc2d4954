import type { Scope } from "@tollgate/core/storage"

/**
 * An answer, and the scopes of which a warning is to be logged. Of a class: V8 comes to allocate objects of a literal among old ones, where
 * this one would keep the answer, and all rows in it, until the next full garbage collection.
 */
export class Judged<A> {
  readonly answer: A
  readonly restarted: ReadonlyArray<Scope>
  constructor(answer: A, restarted: ReadonlyArray<Scope>) {
    this.answer = answer
    this.restarted = restarted
  }
}

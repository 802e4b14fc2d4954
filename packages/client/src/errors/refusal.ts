import type { InputIssue } from "#refusals"
import { recognize } from "#shared"
import { decode, encode, type Field } from "./fields.js"
import { tagged } from "./tagged.js"

/** A refused request, and what the answer says of the reason. */
export interface RefusedRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  readonly resource: string
  readonly reason: unknown
  readonly issues: ReadonlyArray<InputIssue>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly cause: unknown
}

/** An entry of the refusals of `@tollgate/core`, whose functions take the fields of the refusal. */
interface Entry {
  readonly status: number
  readonly reason: string
  readonly reasonOf?: (fields: object) => string
  readonly sentence: string
  readonly sentenceOf?: (fields: object) => string
  readonly issue?: { readonly field: string; readonly expected: string }
  readonly issuesOf?: (fields: object) => ReadonlyArray<InputIssue>
  readonly from?: (request: RefusedRequest) => Readonly<Record<string, unknown>>
  readonly stated?: ReadonlyArray<string>
}

type Fields = Readonly<Record<string, Field>>

/** A class of refusals, as the client uses it. */
export interface RefusalClass {
  new (
    fields: object
  ): Error & {
    readonly _tag: string
    readonly reason: string
  }
  readonly status: number
  /** The refusal of a request. Throws if this request cannot have been refused so. */
  readonly from: (request: RefusedRequest) => Error & { readonly reason: string }
}

const pick = (values: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>) =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))

/** Creates the base class of a refusal, from its entry in `@tollgate/core`, its fields, and those that it has by default. */
export const refusal = (tag: string, entry: Entry, fields: Fields, defaults: object = {}): RefusalClass => {
  const { from, issue, issuesOf, reason, reasonOf, sentence, sentenceOf, stated = [], status } = entry
  const issues = issue === undefined ? [] : [{ path: [issue.field], expected: issue.expected }]
  const names = Object.keys(fields)
  const named = ({ metadata, path, payload }: RefusedRequest) => ({
    ...pick({ ...payload, ...path }, names),
    ...pick(metadata, stated)
  })

  class Refused extends tagged(tag) {
    static readonly status = status
    declare readonly reason: string

    constructor(given: object = {}) {
      super({ ...defaults, ...given })
    }

    static from(this: new (fields: object) => Refused, request: RefusedRequest): Refused {
      const values = { ...defaults, ...(from ?? named)(request) }
      return new this(Object.fromEntries(names.map((name) => [name, decode(fields[name], Reflect.get(values, name))])))
    }

    get details(): Readonly<Record<string, unknown>> {
      return Object.fromEntries(stated.map((name) => [name, encode(fields[name], Reflect.get(this, name))]))
    }

    override get message(): string {
      return sentenceOf === undefined ? sentence : sentenceOf(this)
    }

    override toJSON(): object {
      return { ...super.toJSON(), ...this.details }
    }
  }
  recognize(Refused, tag, "base")
  const { prototype } = Refused
  Object.assign(prototype, { status, reason, issues })
  const compute = (name: string, of: ((fields: object) => unknown) | undefined) =>
    of &&
    Object.defineProperty(prototype, name, {
      get(this: object) {
        return of(this)
      }
    })
  compute("issues", issuesOf)
  compute("reason", reasonOf)
  return Refused
}

import { type Operation, operations } from "@tollgate/http"
import type { Probe } from "./Case.js"
import { type Draft, draft } from "./Draft.js"
import type { Ids } from "./Ids.js"
import { asGateway, asManager, asOther, asOtherGateway, json } from "./requests.js"
import { all, type Family, type Subject, type Success, WHOLE } from "./Subject.js"

/** The requests of an operation. */
export interface Way {
  /** The id that is the first parameter of the path. */
  readonly ids?: Ids
  /** The value of each other path parameter. */
  readonly path?: Readonly<Record<string, string>>
  readonly success: Success
  /** Success with these fields of the record. @default `expect` of `success` */
  readonly shows?: Subject["shows"]
  /** The body of requests that are refused for another reason. @default the body of `success` */
  readonly body?: string
  /** Input that is invalid for this operation. */
  readonly invalid?: { readonly body: string } | { readonly query: string }
  /** A request whose answer is the same before and after every refusal. */
  readonly reading?: Probe
}

const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`)
  return found
}

/** The path of an operation, with a placeholder for each parameter. */
export const pathOf = (id: string, { ids, path = {} }: Pick<Way, "ids" | "path">): string => {
  const template = operationOf(id).path
  return template.replace(/\{(\w+)\}/g, (_, name: string, offset: number) => {
    const value = path[name] ?? (offset === template.indexOf("{") ? ids?.own : undefined)
    if (value === undefined) throw new Error(`The cases of ${id} say nothing of {${name}} in its path.`)
    return value
  })
}

const subjectOf = (id: string, way: Way): Subject => {
  const { body = way.success.body, ids, reading, shows = () => success.expect, success } = way
  const operation = operationOf(id)
  const { takesBody } = operation
  const path = pathOf(id, way)
  const good = success.body === undefined ? {} : { body: success.body }
  const invalid = way.invalid && ("body" in way.invalid ? way.invalid : { path: path + way.invalid.query })
  const unchanged = reading && { unchanged: [reading] }

  const isOfGateways = operation.access === "gateway, else 403"
  const caller = isOfGateways ? asGateway : asManager
  const stranger = isOfGateways ? asOtherGateway : asOther

  const named = (name: string) => `${id}: ${name}`
  const by: Subject["by"] = (credential) => ({ headers: { ...credential, ...(takesBody && json) } })
  const at: Subject["at"] = (other) => ({ path: path.replace(ids?.own ?? "", other) })
  const sending: Subject["sending"] = (field, value) => {
    if (typeof field !== "string" && "body" in field) return { body: field.body(value) }
    const { beside = {}, name } = typeof field === "string" ? { name: field } : field
    const whole = JSON.stringify({ ...JSON.parse(success.body ?? "{}"), ...beside, [name]: "?" })
    return { body: whole.replace('"?"', () => value) }
  }
  const request: Subject["request"] = (change = {}) => {
    const all = { method: operation.method, path, ...by(caller), ...change }
    const hasBody = ["body", "bodyBase64", "bodyRepeat", "raw"].some((name) => name in change)
    return body === undefined || hasBody ? all : { ...all, body }
  }
  const sends: Subject["sends"] = (name, ...rest) => draft(id, named(name), ...rest)
  const asks: Subject["asks"] = (name, change, ...rest) => sends(name, request(change), ...rest)
  const refuses: Subject["refuses"] = (name, change, expect, details) =>
    asks(name, change, expect, { ...unchanged, ...details })
  const spares: Subject["spares"] = (name, change, expect, details = {}) => {
    if (success.setup === undefined) return refuses(name, change, expect, details)
    const { follow = [], setup = [] } = details
    const still = { request: request(good), expect: success.expect }
    const sent = "raw" in change ? change : { ...good, ...change }
    return refuses(name, sent, expect, { ...details, setup: [...success.setup, ...setup], follow: [...follow, still] })
  }
  const succeeds: Subject["succeeds"] = (name, change, details) => {
    const same = operation.method === "GET" && name !== WHOLE && { sameAs: named(WHOLE) }
    return asks(
      name,
      { ...good, ...change },
      { ...success.expect, ...same },
      {
        ...(success.setup && { setup: success.setup }),
        ...(success.follow && { follow: success.follow }),
        ...unchanged,
        ...details
      }
    )
  }
  const keeps: Subject["keeps"] = (name, change, expect, shown, details) =>
    asks(name, change, expect, {
      ...(reading && { follow: [{ request: reading.request, expect: shown }] }),
      ...details
    })

  const known = { operation, path, ids, takesBody, caller, stranger, success, good, invalid, reading }
  return { ...known, named, by, at, sending, shows, request, sends, asks, refuses, spares, succeeds, keeps }
}

/** The cases of an operation of the contract, family by family. */
export const about = (operationId: string, way: Way, ...families: ReadonlyArray<Family>): ReadonlyArray<Draft> =>
  all(...families)(subjectOf(operationId, way))

/** The same families, with a check after each refusal that what success uses up still exists. */
export const sparing =
  (...families: ReadonlyArray<Family>): Family =>
  (subject) =>
    all(...families)({ ...subject, refuses: subject.spares })

/** The same family with another request, one that can be repeated where success would use something up. */
export const asking =
  (success: Success, family: Family): Family =>
  (subject) =>
    family({ ...subject, success, good: success.body === undefined ? {} : { body: success.body } })

/** The same families, with the setup of `success` for every request. */
export const supplied =
  (...families: ReadonlyArray<Family>): Family =>
  (subject) => {
    const { asks, keeps, refuses, success } = subject
    const setup = success.setup ?? []
    return all(...families)({
      ...subject,
      asks: (name, change, expect, details) => asks(name, change, expect, { setup, ...details }),
      refuses: (name, change, expect, details) => refuses(name, change, expect, { setup, ...details }),
      keeps: (name, change, expect, shown, details) => keeps(name, change, expect, shown, { setup, ...details })
    })
  }

/** The same families, each case on a server of its own, for changes that the cases of other operations would see. */
export const isolated =
  (...families: ReadonlyArray<Family>): Family =>
  (subject) =>
    supplied(...families)({ ...subject, success: { ...subject.success, setup: ["isolate"] } })

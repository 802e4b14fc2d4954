import * as Predicate from "effect/Predicate"

/** What the sender of a model request can do about a refusal. */
export type RefusalKind =
  /** Nothing but another limit or a later window: it is not repeated. */
  | "spent"
  /** The same request a little later. */
  | "busy"
  /** Another key. */
  | "key"
  /** Another model, provider or run. */
  | "forbidden"
  /** Another request. */
  | "invalid"
  /** Another name. */
  | "missing"
  /** The same request a little later: nothing was done. */
  | "unavailable"
  /** Nothing: the gateway is at fault. */
  | "failed"

/** A property of a value, also one of its prototype. Undefined if it has none. */
export const propertyOf = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined

const isHeld = (refusal: unknown) => propertyOf(refusal, "reason") === "budget_held"

const runKinds: Readonly<Record<string, RefusalKind>> = {
  run_requests_spent: "spent",
  run_stopped: "forbidden",
  run_ended: "forbidden"
}

/** By tag. What is not here is judged by its status. */
const kinds: Readonly<Record<string, RefusalKind | ((refusal: unknown) => RefusalKind)>> = {
  BudgetExceeded: (refusal) => (isHeld(refusal) ? "busy" : "spent"),
  RunRefused: (refusal) => runKinds[String(propertyOf(refusal, "reason"))] ?? "invalid",
  TooManyInFlight: "busy",
  RateLimited: "busy",
  InvalidCredential: "key",
  KeyRefused: "key",
  PolicyRefused: "forbidden",
  PriceUnknown: "invalid",
  UserNotInOrganization: "invalid",
  InvalidInput: "invalid",
  CostTooLarge: "invalid",
  StorageFailure: (refusal) => (propertyOf(refusal, "outcome") === "none" ? "unavailable" : "failed"),
  GateClosed: "unavailable",
  RequestFailed: "failed",
  HoldNotFound: "failed",
  HoldConflict: "failed",
  HoldEnded: "failed",
  HoldNotSettled: "failed",
  HoldNotUnknown: "failed",
  CredentialsNotServed: "failed",
  ApiKeyRequired: "failed",
  GatewayKeyRequired: "failed",
  ManagementKeyRequired: "failed",
  ReadOnlyKey: "failed"
}

const kindsByStatus: Readonly<Record<number, RefusalKind>> = {
  400: "invalid",
  401: "key",
  403: "forbidden",
  404: "missing",
  409: "invalid"
}

/** Whether an error has what every refusal has. The message of any other error is not for callers. */
const isRefusal = (error: unknown) =>
  typeof propertyOf(error, "reason") === "string" && Array.isArray(propertyOf(error, "issues"))

/** The kind of a refusal, by its tag and its plain fields. That of any other error is `failed`. */
export const kindOf = (error: unknown): RefusalKind => {
  const tag = propertyOf(error, "_tag")
  if (typeof tag !== "string") return "failed"
  const kind = Object.hasOwn(kinds, tag) ? kinds[tag] : undefined
  if (kind !== undefined) return typeof kind === "function" ? kind(error) : kind
  return (isRefusal(error) && kindsByStatus[Number(propertyOf(error, "status"))]) || "failed"
}

import type { Account, GatewayAccount } from "@tollgate/client"
import * as Effect from "effect/Effect"
import { runMethods } from "./runMethods.js"

/** The methods of a resource, by their words. */
type Methods = Readonly<Record<string, (...args: ReadonlyArray<unknown>) => Promise<unknown>>>

/** Finds a method of an account by the words of the command line. */
export type AnyAccount = (resource: string, method: string, forGateways: boolean) => Methods[string] | undefined

/** The methods of an account, and those that gateways have. */
export const anyAccount =
  (account: Account, gateway: GatewayAccount): AnyAccount =>
  (resource, method, forGateways) => {
    const found: unknown = inside[resource]?.(account) ?? Reflect.get(forGateways ? gateway : account, resource)
    // The words come from the table of the operations, which is made from these very methods.
    return (found as Methods | undefined)?.[method]
  }

/** Resources that are a part of another one among the methods, but not among the commands. */
const inside: Readonly<Record<string, (account: Account) => unknown>> = {
  boosts: ({ budgets }) => budgets.boosts,
  requests: ({ budgets }) => budgets.requests,
  runs: ({ spending }) => runMethods(spending.runs)
}

/** A method, by its words, and whether gateways have it. */
interface Method {
  readonly resource: string
  readonly method: string
  readonly forGateways?: true
}

/** Calls a method of an account. */
export const callMethod = (
  account: AnyAccount,
  { forGateways, method, resource }: Method,
  args: ReadonlyArray<unknown>
): Effect.Effect<unknown, Error> =>
  Effect.tryPromise({
    try: async () => {
      const call = account(resource, method, forGateways === true)
      if (call === undefined) throw new Error(`There is no ${resource}.${method}: run npm run build.`)
      return call(...args)
    },
    catch: (error) => (error instanceof Error ? error : new Error(String(error)))
  })

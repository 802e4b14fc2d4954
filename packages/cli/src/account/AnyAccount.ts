import type { Account, GatewayAccount } from "@tollgate/client"

/** The methods of a resource, by their words. */
type Methods = Readonly<Record<string, (...given: ReadonlyArray<unknown>) => Promise<unknown>>>

/** Finds a method of an account by the words of the command line. */
export type AnyAccount = (resource: string, method: string, forGateways: boolean) => Methods[string] | undefined

/** The methods of an account, and those that only gateways have. */
export const anyAccount =
  (account: Account, gateway: GatewayAccount): AnyAccount =>
  (resource, method, forGateways) => {
    // The words come from the table of the operations, which is made from these very methods.
    const resources = (forGateways ? gateway : account) as unknown as Readonly<Record<string, Methods>>
    return resources[resource]?.[method]
  }

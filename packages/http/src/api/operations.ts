import { type Operation, reflectOperations } from "./Operation.js"
import { TollgateApi } from "./TollgateApi.js"

/** The operations of the contract, in the order of their declaration. */
export const operations: ReadonlyArray<Operation> = reflectOperations(TollgateApi)

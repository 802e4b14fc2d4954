import { type Operation, reflectOperations } from "./Operation.js"
import { TollgateApi } from "./TollgateApi.js"

/** Every operation of the contract, in its order. */
export const operations: ReadonlyArray<Operation> = reflectOperations(TollgateApi)

import { type Operation, operationsOf } from "./operationsOf.js"
import { TollgateApi } from "./TollgateApi.js"

/** Every operation of the contract, in its order. */
export const operations: ReadonlyArray<Operation> = operationsOf(TollgateApi)

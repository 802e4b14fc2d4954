import "./checkEffect.js"

export { BASE_PATH } from "./BASE_PATH.js"
export type { Client } from "./Client.js"
export { RequestFailed } from "./client/RequestFailed.js"
export type { Answer, Asked, Endpoint, OperationName, Refused, Resource } from "./Endpoint.js"
export { RequestsPerMinute } from "./middleware/rateLimit.js"
export { operations } from "./operations.js"
export type { Operation } from "./operationsOf.js"
export type { Programs } from "./Program.js"
export { programs } from "./programs.js"
export { checkAddress } from "./server/checkAddress.js"
export { ListenFailed } from "./server/ListenFailed.js"
export type { ListenOptions } from "./server/listen.js"
export { NodeServer } from "./server/NodeServer.js"
export { type WebHandler, type WebRequestInfo, webHandler } from "./server/webHandler.js"
export { TollgateApi } from "./TollgateApi.js"
export { TollgateApp } from "./TollgateApp.js"
export * as TollgateClient from "./TollgateClient.js"
export { reasonOf } from "./toWire.js"
export {
  BadRequest,
  Forbidden,
  InternalError,
  NotFound,
  TooManyRequests,
  Unauthorized,
  type WireError
} from "./WireError.js"

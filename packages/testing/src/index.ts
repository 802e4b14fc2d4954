export * from "./accounts.js"
export * from "./httpClient.js"
export * from "./requests.js"

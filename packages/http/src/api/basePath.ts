/** Prefix of every operation's path. It contains the major version of the API. */
export const BASE_PATH = "/api/v1"

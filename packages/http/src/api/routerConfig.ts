/** By default the router also accepts trailing slashes, doubled slashes and paths in another case. */
export const routerConfig = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 16_384
} as const

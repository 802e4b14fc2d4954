const segments = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/

/** Refuses with a `TypeError` a path at which no request could ever arrive. */
export const checkBasePath = (basePath: string): void => {
  if (segments.test(basePath)) return
  throw new TypeError(
    "The base path must be empty, or segments of letters, digits and -._~ with a slash before each and none at the end: /tollgate."
  )
}

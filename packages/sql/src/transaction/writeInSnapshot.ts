import { nothingStored } from "./toStorageFailure.js"

/** The failure of a statement that writes in a transaction that only reads. */
export const writeInSnapshot = () => nothingStored(new Error("A snapshot is read-only."))

/** What a credential has in the place of its sealed secret after the master key was lost. No master key opens it. */
export const FORGOTTEN: Uint8Array = Uint8Array.of(0)

/** Whether the secret of a credential was forgotten. What is sealed is longer. */
export const isForgotten = (sealed: Uint8Array): boolean => sealed.length <= FORGOTTEN.length

/** The refusals that every operation has beside those it declares. */
export const commonRefusals = [
  "ApiKeyRequired",
  "GatewayKeyRequired",
  "IdempotencyAnswerUnavailable",
  "IdempotencyKeyReused",
  "InvalidCredential",
  "InvalidInput",
  "ManagementKeyRequired",
  "ReadOnlyKey",
  "StorageFailure"
] as const

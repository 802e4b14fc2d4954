/** The operation id of a case, or `transport` if it belongs to none. */
export const groupOf = ({ operationId }: { readonly operationId: string | null }): string => operationId ?? "transport"

interface Place {
  readonly path: string
  readonly what: string
}
export const placesOf: (resource: string) => {
  readonly operation: ReadonlyArray<Place>
  readonly column: ReadonlyArray<Place>
}

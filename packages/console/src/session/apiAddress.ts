/** The address of the API: beside the page, whatever path both are below. Neither the query nor the fragment of the page is in it. */
export const apiAddress = (): URL => new URL("api/v1", location.origin + location.pathname)

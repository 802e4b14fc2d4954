// The build bundles imported styles into the page.
declare module "*.css"

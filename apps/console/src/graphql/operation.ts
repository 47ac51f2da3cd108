/** A GraphQL operation with the types of its result and its variables, which exist only at compile time. */
export type Operation<Result, Variables> = {
  name: string
  text: string
  /** Never set: it carries the types. */
  types?: { result: Result; variables: Variables }
}

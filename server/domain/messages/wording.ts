export type Wording<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string
    ? string
    : Messages[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Wording<Messages[Key]>
}

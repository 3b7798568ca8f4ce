/** What is worked out of an object is worked out once, and forgotten together with it. */
export function memoize<Of extends WeakKey, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, { readonly is: Made }>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known.is;
    const is = make(of);
    made.set(of, { is });
    return is;
  };
}

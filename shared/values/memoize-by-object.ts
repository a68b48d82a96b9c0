/** A function that keeps its result for each object while the object lives. The objects must not change. */
export function memoizeByObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = kept.get(key) ?? { value: make(key) };
    kept.set(key, known);
    return known.value;
  };
}

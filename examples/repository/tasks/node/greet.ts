interface Params {
  name: string;
}

export default async function ({ name }: Params) {
  return { greeting: `Hello, ${name}!` };
}

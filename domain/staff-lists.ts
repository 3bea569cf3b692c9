/** Where the team's list of this name is; lists are called as their addresses are. */
export function pathOfList(name: string): string {
  return name === 'registro' ? '/dashboard?aba=registro' : `/dashboard/${name}`;
}

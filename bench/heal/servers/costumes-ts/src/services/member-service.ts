import { NotFound } from '../http/errors.ts';
import { parseDay } from '../lib/dates.ts';
import type { Member, Store } from '../store/store.ts';

export class MemberService {
  constructor(private readonly store: Store) {}

  list() {
    return this.store.members
      .all()
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ id, name, email }) => ({ id, name, email: email ?? null }));
  }

  require(id: number): Member {
    const member = this.store.members.get(id);
    if (!member) throw new NotFound('member', id);
    return member;
  }

  profile(id: number) {
    const member = this.require(id);
    return {
      id,
      name: member.name,
      initials: this.initials(member.name),
      email: member.email?.toLowerCase() ?? null,
      city: member.contact?.city ?? null,
      phone: member.contact?.phone ?? null,
      since: parseDay(member.joined).getUTCFullYear(),
      discount: member.discount ?? 0,
    };
  }

  initials(name: string) {
    const [first = '', last = ''] = name.split(' ');
    return `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();
  }

  card(id: number) {
    const member = this.require(id);
    const lines = [member.name, `member since ${member.joined}`];
    if (member.email) lines.push(member.email.toLowerCase());
    if (member.contact) lines.push(member.contact.city.toUpperCase());
    return lines.join('\n');
  }
}

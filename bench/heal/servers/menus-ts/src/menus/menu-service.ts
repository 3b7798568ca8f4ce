import { dishes, plan, type Day, type Dish, type Week } from '../content/index.js';
import { notFound } from '../shared/index.js';

export interface MenuItem {
  key: string;
  title: string;
  price: number;
  vegan: boolean;
}

export class MenuService {
  private readonly weeks = new Map<string, Week>(plan.weeks.map((week) => [week.id, week]));

  week(id: string): Week {
    const week = this.weeks.get(id === 'current' ? plan.current : id);
    if (!week) throw notFound('week');
    return week;
  }

  day(weekId: string, day: Day): MenuItem[] {
    const keys = this.week(weekId).days[day];
    if (!keys) throw notFound('day');
    return keys.map((key) => this.toItem(key, this.dish(key)));
  }

  dish(key: string): Dish {
    const dish = dishes[key];
    if (!dish) throw notFound('dish');
    return dish;
  }

  without(allergen: string): string[] {
    return Object.entries(dishes)
      .filter(([, dish]) => !dish.allergens.includes(allergen))
      .map(([key]) => key);
  }

  private toItem(key: string, dish: Dish): MenuItem {
    return { key, title: dish.title, price: dish.price, vegan: dish.tags.includes('vegan') };
  }
}

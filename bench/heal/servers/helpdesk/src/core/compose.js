export function compose(middlewares) {
  return (context) => {
    const dispatch = async (index) => {
      const middleware = middlewares[index];
      if (middleware) await middleware(context, () => dispatch(index + 1));
    };
    return dispatch(0);
  };
}

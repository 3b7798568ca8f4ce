export default function requireAdmin(token) {
  return (req, res, next) => {
    const given = req.get('authorization') ?? '';
    if (given !== `Bearer ${token}`) return res.status(401).json({ error: 'unauthorized' });
    next();
  };
}
